import { writeFileSync } from 'node:fs';
import { documentPath, toDocument } from './document.fixture.ts';
import { verifyAttached, verifyDemoCloud, verifyExampleApp, verifySimulated } from './plenum.fixture.ts';

writeFileSync(
  documentPath,
  toDocument({
    simulated: await verifySimulated(),
    attached: await verifyAttached(),
    cloud: await verifyDemoCloud(),
    app: await verifyExampleApp(),
  }),
);
