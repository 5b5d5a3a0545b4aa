/** Calls whenever a page is seen again that slept, lay behind another, or had lost its network. */
export const onResume = (wake: () => void): void => {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake());
};
