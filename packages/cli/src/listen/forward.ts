import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { cloudLimits, type ListenedMessage, type ListenResult } from '@plenum/protocol/cloud';
import { wrongUsage } from '../failure.ts';

/** Time for the local URL to respond, ms, as for an endpoint of a cloud. */
const timeout = 15_000;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Reads `--forward-to`: an http or https URL of this machine, or of another one if that is allowed. */
export function readForwardTo(typed: string, allowsRemote: boolean): URL {
  const url = URL.parse(typed);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrongUsage(`--forward-to: ${JSON.stringify(typed)} is not an http or https URL.`);
  if (url.username !== '' || url.password !== '')
    throw wrongUsage('--forward-to: the URL cannot have a user name or password.');
  if (!isLoopback(url.hostname) && !allowsRemote)
    throw wrongUsage(
      `--forward-to: ${url.hostname} is another machine, which would get the events of your users. Give --allow-remote to send them there.`,
    );
  return url;
}

/** Posts a message to a URL, as a cloud would. Redirects are not followed. Never rejects. */
export function forward(url: URL, { number, headers, body }: ListenedMessage): Promise<ListenResult> {
  const started = performance.now();
  const latency = () => Math.round(performance.now() - started);
  const post = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const bytes = Buffer.from(body);
  return new Promise((resolve) => {
    const fail = (problem: 'unreachable' | 'too-slow', detail: string) => {
      clearTimeout(timer);
      resolve({ number, latency: latency(), problem, detail });
      sent.destroy();
    };
    const sent = post(url, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } });
    const timer = setTimeout(() => fail('too-slow', `${timeout} ms`), timeout);
    sent.on('error', ({ message, code }: NodeJS.ErrnoException) => fail('unreachable', code ?? message));
    sent.on('response', (response) => {
      const took = latency();
      let answer = '';
      const done = () => {
        clearTimeout(timer);
        const { statusCode: status = 0 } = response;
        resolve({ number, latency: took, status, answer: answer.slice(0, cloudLimits.storedAnswerLength) });
        sent.destroy();
      };
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        answer += piece;
        if (answer.length > cloudLimits.storedAnswerLength) done();
      });
      response.on('end', done);
      response.on('error', done);
    });
    sent.end(bytes);
  });
}
