/**
 * Time after which the URL of a download is revoked, in ms: a browser reads the URL only after the click, and a revoked
 * URL has no content.
 */
const beginsWithin = 60_000;

/** Downloads a text as a file; by default as comma-separated values. */
export function downloadFile(name: string, text: string, type = 'text/csv'): void {
  downloadBlob(name, new Blob([text], { type }));
}

/** Downloads bytes as a file. */
export function downloadBlob(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), beginsWithin);
}
