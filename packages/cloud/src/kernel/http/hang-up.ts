import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/** A signal that is aborted when the client of a response goes away before it has all of it. */
export const hangUpOf = (response: ServerResponse | Http2ServerResponse): AbortSignal => {
  const gone = new AbortController();
  const end = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) end();
  else response.once('close', end);
  return gone.signal;
};
