/** The draft of a new post: one for the box on Home and the dialog. */
export const NEW_POST_DRAFT = 'post'
