import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import about from '../package.json' with { type: 'json' };
import type { AssistedHouse } from './house.ts';
import type { SetOptions } from './things.ts';
import { isReadOnly, type Tool, toolsOf } from './tools.ts';

/** What an assistant may do. */
export interface AssistantOptions extends SetOptions {
  readonly readOnly: boolean;
}

const toSchema = ({ properties, required }: Tool) =>
  fromJsonSchema<Readonly<Record<string, string | number | boolean>>>({
    type: 'object',
    properties: properties as never,
    required: [...required],
    additionalProperties: false,
  });

const outputSchema = fromJsonSchema<Record<string, unknown>>({ type: 'object' });

/** A server of the tools of one house, for one connection or request. */
export const createAssistantServer = (house: AssistedHouse, options: AssistantOptions): McpServer => {
  const server = new McpServer(
    { name: 'plenum', version: about.version },
    {
      capabilities: { tools: {} },
      instructions:
        'A house with a zoned air conditioner. Start with get_house. Temperatures are in °C. What is refused comes back as a sentence: say it, and offer what it allows.',
    },
  );
  for (const tool of toolsOf(options)) {
    const annotations = {
      readOnlyHint: isReadOnly(tool),
      destructiveHint: false,
      // To set what is set, and to start what runs, changes nothing.
      idempotentHint: true,
      openWorldHint: false,
    };
    const { name, title, description } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: toSchema(tool), outputSchema, annotations },
      async (args) => {
        try {
          const found = await tool.run(house, args, options);
          const structuredContent = found as Record<string, unknown>;
          return { content: [{ type: 'text', text: JSON.stringify(found) }], structuredContent };
        } catch (error) {
          const sentence = error instanceof Error ? error.message : String(error);
          return { content: [{ type: 'text', text: sentence }], isError: true };
        }
      },
    );
  }
  return server;
};
