import { catalogue } from '@plenum/protocol/command';
import { kinds } from '@plenum/protocol/component';
import type { Command } from '@plenum/protocol/definition';
import type { Locator, Page } from 'playwright-core';
import { defined } from '../text/defined.ts';
import '../text/english.fixture.ts';

/** Opens the form of a command under "Advanced" on the setup page, for the component with an index. */
export async function openAdvanced(page: Page, url: string, name: string, place = 0): Promise<Locator> {
  const { component, summary } = catalogue.get(name) as Command;
  await page.goto(`${url}/#/setup/advanced`);
  const choices = page.locator('.setup__choice select');
  await choices.first().selectOption({ label: kinds[component].name });
  if (place > 0) await choices.nth(1).selectOption({ index: place });
  return page.getByRole('form', { name: defined(summary), exact: true });
}
