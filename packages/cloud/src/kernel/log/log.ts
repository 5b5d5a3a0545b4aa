export { type Log, silent } from '@plenum/platform/quiet-log';
