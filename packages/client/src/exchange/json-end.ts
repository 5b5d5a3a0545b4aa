/** Finds the end of the first JSON object or array in a text that arrives in chunks; reads each byte once. */
interface JsonEnd {
  readonly push: (part: string) => void;
  /**
   * Returns the position after the JSON value; undefined while it is incomplete; 0 if the text starts with neither an
   * object nor an array, is empty, or is nested too deep.
   */
  readonly end: () => number | undefined;
}

/** Maximum nesting: far deeper than any response, but not too deep for recursive code. */
const maxLevels = 64;

export function createJsonEnd(): JsonEnd {
  let at = 0;
  let depth = 0;
  let isStarted = false;
  let isInString = false;
  let isEscaped = false;
  let end: number | undefined;
  const takeInString = (character: string) => {
    if (isEscaped) isEscaped = false;
    else if (character === '\\') isEscaped = true;
    else if (character === '"') isInString = false;
  };
  const take = (character: string) => {
    if (isInString) return takeInString(character);
    if (!isStarted && /\s/.test(character)) return;
    if (!isStarted && character !== '{' && character !== '[') end = 0;
    isStarted = true;
    if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      if (++depth > maxLevels) end = 0;
    } else if ((character === '}' || character === ']') && --depth === 0) end ??= at + 1;
  };
  return {
    push: (part) => {
      for (let index = 0; index < part.length && end === undefined; index++, at++) take(part[index]!);
    },
    end: () => (isStarted ? end : 0),
  };
}

/** Finds the end in a complete text; brackets inside strings do not count. */
export function endOfJson(text: string): number | undefined {
  const found = createJsonEnd();
  found.push(text);
  return found.end();
}
