// Runs before the first paint, so that a chosen theme does not flash; src/ui/theme.ts writes what is read here.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme
} catch {
  // Storage may be blocked: then the system's preference decides.
}
