/** The name of the draft of a new post. The form on Home and the dialog share it. */
export const NEW_POST_DRAFT = 'post'
