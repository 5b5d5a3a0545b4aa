import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import about from '../package.json' with { type: 'json' };
import type { SetOptions } from './entities.ts';
import type { AssistedHouse, AssistedHouses, NamedHouse } from './house.ts';
import { refused } from './refused.ts';
import { type Arguments, isReadOnly, type Tool, toolsOf } from './tools.ts';

/** The permissions of an assistant. */
export interface AssistantOptions extends SetOptions {
  readonly readOnly: boolean;
}

/** The argument that selects the house, if an account has several. */
const houseProperty = {
  house: { type: 'string', description: 'name or id of the house, if there is more than one' },
};

const toSchema = ({ properties: own, required }: Tool, areNamed: boolean) => {
  const properties = { ...own, ...(areNamed && houseProperty) };
  const { '~standard': standard } = fromJsonSchema<Arguments>({
    type: 'object',
    properties: properties,
    required: [...required],
    additionalProperties: false,
  });
  // The schema's validator reports that there are additional properties, but not which.
  const validate: typeof standard.validate = (given) => {
    const unknown = Object.keys(given ?? {}).find((name) => !Object.hasOwn(properties, name));
    if (unknown === undefined) return standard.validate(given);
    const message = `there is no ${JSON.stringify(unknown)}. Use ${Object.keys(properties).join(', ') || 'none'}.`;
    return { issues: [{ message }] };
  };
  return { '~standard': { ...standard, validate } };
};

type Schema = ReturnType<typeof toSchema>;

/**
 * Caches the schemas of the tools, for one house and for several: over HTTP each message has its own server, and
 * compiling the schemas takes 9 ms.
 */
const schemas = { single: new Map<Tool, Schema>(), named: new Map<Tool, Schema>() };

const schemaOf = (tool: Tool, { areNamed }: AssistedHouses): Schema => {
  const known = areNamed ? schemas.named : schemas.single;
  const schema = known.get(tool) ?? toSchema(tool, areNamed);
  known.set(tool, schema);
  return schema;
};

const outputSchema = fromJsonSchema<Record<string, unknown>>({ type: 'object' });

/** Runs a tool in the house that its arguments select. */
const runTool = async (tool: Tool, houses: AssistedHouses, args: Arguments, options: AssistantOptions) => {
  const open = await houses.open();
  const isOverview = tool.name === 'get_house' && args.house === undefined && open.length > 1;
  if (isOverview) return { houses: open.map(({ id, name }) => ({ id, name })) };
  return tool.run(chooseHouse(open, args.house as string | undefined), args, options);
};

/** Creates a server with the tools of some houses, for one connection or request. */
export function createAssistantServer(houses: AssistedHouses, options: AssistantOptions): McpServer {
  const server = new McpServer(
    { name: 'plenum', version: about.version },
    {
      capabilities: { tools: {} },
      instructions:
        'A house with a zoned air conditioner. Start with get_house. Temperatures are in °C. A refusal is returned as a sentence: tell it to the user, and offer what it allows.',
    },
  );
  for (const tool of toolsOf(options)) {
    const annotations = {
      readOnlyHint: isReadOnly(tool),
      destructiveHint: false,
      // Idempotent: setting a value that is already set, or starting something that already runs, changes nothing.
      idempotentHint: true,
      openWorldHint: false,
    };
    const { name, title, description } = tool;
    server.registerTool(
      name,
      { title, description, inputSchema: schemaOf(tool, houses), outputSchema, annotations },
      async (args) => {
        try {
          const found = await runTool(tool, houses, args, options);
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
}

const toText = ({ id, name }: NamedHouse): string => (name === '' ? id : `${name} (${id})`);

/** Finds a house by its id or name, ignoring case; without one, returns the only house. */
function chooseHouse(houses: readonly NamedHouse[], typed: string | undefined): AssistedHouse {
  if (houses.length === 0) throw refused('This account has no house. Pair its bridge with the cloud first.');
  const wanted = typed?.trim().toLowerCase();
  const byId = houses.filter(({ id }) => id === wanted);
  const found =
    wanted === undefined
      ? houses
      : byId.length > 0
        ? byId
        : houses.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.length === 1) return found[0]!.house;
  const list = (found.length > 0 ? found : houses).map(toText).join(', ');
  if (wanted === undefined) throw refused(`There is more than one house. Name one of them: ${list}.`);
  if (found.length > 1) throw refused(`${typed} is ambiguous. Use the id: ${list}.`);
  throw refused(`There is no house ${typed}. Use one of: ${list}.`);
}
