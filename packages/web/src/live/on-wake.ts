/** Calls whenever a page is seen again that slept, lay behind another, or had lost its network. */
export const onWake = (wake: () => void): void => {
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && wake());
  window.addEventListener('online', wake);
  window.addEventListener('pageshow', ({ persisted }) => persisted && wake());
};
