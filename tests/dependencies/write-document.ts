import { writeFileSync } from 'node:fs';
import { documentPath, readDependencies, toDocument } from './document.ts';

writeFileSync(documentPath, toDocument(readDependencies()));
