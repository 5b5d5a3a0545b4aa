/** Calls whenever the page becomes visible again, returns from the back/forward cache, or regains its network. */
export const onResume = (wake: () => void): void => {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake());
};
