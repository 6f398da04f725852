/** Applies the stored theme before the first paint, to avoid a flash. ui/theme/theme.ts stores it. */
export function applyTheme(): void {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
}
