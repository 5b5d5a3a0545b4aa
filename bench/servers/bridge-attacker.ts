import { type BridgeAttack, bridgeAttacks, type NetworkAttacker } from '../attack/bridge-attacks.ts';
import { serveParent } from '../child.ts';

/** Attacks a bridge from the local network until it is killed; sends its port once the attack has begun. */
const { attack, ...attacker } = JSON.parse(process.argv[2]!) as NetworkAttacker & { attack: BridgeAttack };
process.on('SIGTERM', () => process.exit(0));
await bridgeAttacks[attack](attacker);
serveParent(0);
