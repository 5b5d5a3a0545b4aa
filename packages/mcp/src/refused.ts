import { errorTable } from '@plenum/protocol/error';

const toolErrors = errorTable('tool', { refused: ({ sentence }: { readonly sentence: string }) => sentence });

/** What a tool could not do, as a sentence for the assistant. */
export const refused = (sentence: string) => toolErrors.error('refused', { sentence });
