import { errorTable } from '@plenum/protocol/error';

const toolErrors = errorTable('tool', { refused: ({ sentence }: { readonly sentence: string }) => sentence });

/** Creates the error of a tool that could not do something, with a sentence for the assistant. */
export const refused = (sentence: string) => toolErrors.error('refused', { sentence });
