/**
 * Runs test files in this process: `node [options] tests/runner/job.ts FILE ...`, as `node --test --test-isolation=none` does,
 * in four fifths of the time (decisions/036).
 */
import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test may take 10 minutes on a machine that does much else. */
const timeout = 600_000;

type Hook = ReturnType<typeof createHook>;

/** Lets no hook of this process follow promises: node:test would be told of each that begins and ends. */
const leavePromisesAlone = (): void => {
  const options = { trackPromises: false };
  const without = createHook(options) as Hook & Record<symbol, unknown>;
  const follows = createHook({}) as typeof without;
  const key = Object.getOwnPropertySymbols(without).find((symbol) => without[symbol] !== follows[symbol]);
  // A Node that has no such option goes on as it always did.
  if (key === undefined) return;
  const prototype: Hook = Object.getPrototypeOf(without);
  const { enable } = prototype;
  prototype.enable = function (this: typeof without) {
    this[key] = without[key];
    return enable.call(this);
  };
};

/** Attributes an error that nobody caught to the test in whose context it arose, as node:test does by the promises it follows. */
const attributeErrors = (): void => {
  const scopes = new AsyncLocalStorage<AsyncResource>();
  // node:test knows the test by the resource: this one belongs to the test that begins.
  tracingChannel('node.test').start.bindStore(scopes, () => new AsyncResource('PlenumTest'));
  for (const name of ['uncaughtException', 'unhandledRejection'])
    for (const listener of process.rawListeners(name)) {
      process.removeListener(name, listener as () => void);
      process.on(name, (...about: unknown[]) => {
        const scope = scopes.getStore();
        if (scope === undefined) Reflect.apply(listener, process, about);
        else scope.runInAsyncScope(Reflect.apply, undefined, listener, process, about);
      });
    }
};

leavePromisesAlone();
const events = run({ files: process.argv.slice(2), isolation: 'none', timeout });
attributeErrors();
events.on('test:summary', ({ success }) => {
  if (!success) process.exitCode = 1;
});
events.compose(spec).pipe(process.stdout);
