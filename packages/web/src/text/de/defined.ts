import { toDefinitionText } from '../definition-texts.ts';
import type { defined as original } from '../en/defined.ts';
import type { Translation } from '../formatter.ts';
import { definitionTexts } from './definition-texts.ts';

export const defined: Translation<typeof original> = { text: toDefinitionText(definitionTexts) };
