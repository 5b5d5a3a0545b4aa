import type { ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';

/** Returns a signal that is aborted if the client disconnects before it has received the whole response. */
export function hangUpOf(response: ServerResponse | Http2ServerResponse): AbortSignal {
  const gone = new AbortController();
  const end = () => {
    if (!response.writableFinished) gone.abort();
  };
  if (response.destroyed) end();
  else response.once('close', end);
  return gone.signal;
}
