// Before anything is drawn: the brightness that was chosen, so that a dark room stays dark while the app loads.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is off: the device decides.
}
