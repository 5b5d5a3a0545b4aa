export { checkUrl } from './address/check-url.ts';
export { type AddressPolicy, rangeIn } from './address/forbidden-range.ts';
export { createHostResolver, type ResolveHost } from './address/resolve-host.ts';
export { createSender, type RequestHeaders, type Send, type SendResult } from './post/send.ts';
