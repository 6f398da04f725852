/** Whether a member may quote a post that everyone sees. @param follows whether the member follows its author */
export const mayQuote = (
  who: 'everyone' | 'followers' | 'nobody',
  { isAuthor, follows }: { readonly isAuthor: boolean; readonly follows: boolean },
): boolean => isAuthor || who === 'everyone' || (who === 'followers' && follows)
