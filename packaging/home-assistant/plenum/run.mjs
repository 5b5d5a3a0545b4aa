// Starts the bridge with the options chosen in Home Assistant. Secrets are passed in the environment.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const options = JSON.parse(readFileSync(process.env.OPTIONS_FILE ?? '/data/options.json', 'utf8'));

/** Returns the broker of Home Assistant, from its supervisor. */
const findBroker = async () => {
  const answer = await fetch('http://supervisor/services/mqtt', {
    headers: { Authorization: `Bearer ${process.env.SUPERVISOR_TOKEN}` },
  });
  const { data } = await answer.json();
  if (!answer.ok || !data)
    throw new Error('Home Assistant has no MQTT broker. Install one, or turn off the option mqtt.');
  const { host, port, ssl, username, password } = data;
  const user = `${encodeURIComponent(username)}:${encodeURIComponent(password)}`;
  return `${ssl ? 'mqtts' : 'mqtt'}://${user}@${host}:${port}`;
};

const given = {
  PLENUM_ATTACH: options.attach,
  PLENUM_HOUSE: options.attach ? undefined : options.house,
  PLENUM_ACCESS_KEY: options.access_key,
  PLENUM_CLOUD: options.cloud,
  PLENUM_MQTT: options.mqtt ? await findBroker() : undefined,
  // The page within Home Assistant. Its supervisor has signed the user in, and only its address is trusted.
  PLENUM_HTTP_PORT: '8099',
  PLENUM_HTTP_HOST: options.lan ? '0.0.0.0' : '172.30.32.1',
  PLENUM_INGRESS_FROM: '172.30.32.2',
};
const env = { ...process.env, ...Object.fromEntries(Object.entries(given).filter(([, value]) => value)) };
const bridge = spawn('plenum', ['bridge'], { env, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => bridge.kill(signal));
bridge.on('error', (error) => {
  console.error(`plenum cannot be started: ${error.message}`);
  process.exitCode = 1;
});
bridge.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
