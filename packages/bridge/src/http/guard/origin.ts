/** Whether the page that sends a request was served under the very name and port the request is sent to. */
export const isSameOrigin = (origin: string, host: string): boolean => {
  try {
    const page = new URL(origin);
    // The parser leaves out the port that is usual for the scheme, so the host goes through it too.
    return page.origin === origin && page.host === new URL(`${page.protocol}//${host}`).host;
  } catch {
    return false;
  }
};
