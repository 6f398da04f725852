/** A chosen theme must not flash. ui/theme.ts writes what is read here. */
export function applyTheme(): void {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
}
