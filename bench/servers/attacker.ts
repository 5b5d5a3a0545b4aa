import { randomUUID } from 'node:crypto';
import { enterAccount } from '@plenum/testbed/account';
import { type Attack, attacks } from '../attack/attacks.ts';
import { serveParent } from '../child.ts';

/** Attacks a cloud from a separate account until this process is killed; sends its port once the attack has begun. */
const { url, attack } = JSON.parse(process.argv[2]!) as { url: string; attack: Attack };
const account = await enterAccount(url, { email: `${randomUUID()}@example.org`, password: randomUUID() });
await account.signUp();
await attacks[attack]({ url, account });
process.on('SIGTERM', () => process.exit(0));
serveParent(0);
