/** Makes a text area as high as its text, in browsers without `field-sizing`. */
export function fitHeight(textArea: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  textArea.style.height = 'auto'
  const borders = textArea.offsetHeight - textArea.clientHeight
  textArea.style.height = `${textArea.scrollHeight + borders}px`
}
