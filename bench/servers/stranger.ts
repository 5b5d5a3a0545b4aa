import { type StrangerAttack, strangerAttacks } from '../attack/strangers.ts';
import { serveParent } from '../child.ts';

/** Attacks a cloud without an account until this process is killed; sends its port once the attack has begun. */
const { attack, url } = JSON.parse(process.argv[2]!) as { attack: StrangerAttack; url: string };
await strangerAttacks[attack]({ url });
process.on('SIGTERM', () => process.exit(0));
serveParent(0);
