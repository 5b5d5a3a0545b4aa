import { type Change, type ExplanationStep, isExplained } from '@plenum/insight/explain';
import type { CommandName } from '@plenum/protocol/command';
import type { ComponentKind } from '@plenum/protocol/component';
import { useState } from 'react';
import { ActionButton } from '../../design/action-button.tsx';
import { Sheet } from '../../design/overlay/sheet.tsx';
import { describeChange, describeStep, type FigureReader } from '../../reading/house/explanation.ts';
import { describeStatus } from '../../reading/house/status.ts';
import { t } from '../../text/text.ts';
import { type HousePageName, navigate } from '../frame/routes.ts';
import { useIsAvailable, useScale, useSendCommand, useTimeZone } from '../house-context.tsx';
import { useExplanation } from './use-explanation.ts';
import './explain.css';

const isSource = ({ code }: ExplanationStep): boolean =>
  code.startsWith('heat-') && code !== 'heat-gain' && code !== 'heat-loss';

const powerOf = ({ figures }: ExplanationStep): number => Number(figures.power?.value ?? 0);

/**
 * Shows the heat by source, each with a bar from the middle: to the right if it warms the room, to the left if it cools
 * it.
 */
const HeatList = ({ steps, reader }: { steps: readonly ExplanationStep[]; reader: FigureReader }) => {
  const sources = steps.filter(isSource);
  if (sources.length === 0) return null;
  const most = Math.max(...sources.map((step) => Math.abs(powerOf(step))));
  return (
    <section aria-labelledby="explain-heat">
      <h3 id="explain-heat">{t('explain.heat')}</h3>
      <ul className="explain__heat">
        {sources.map((step) => (
          <li key={step.code} data-activity={powerOf(step) < 0 ? 'cool' : 'heat'}>
            <p className="num">{describeStep(step, reader)}</p>
            <meter className="explain__bar" aria-hidden min={0} max={most} value={Math.abs(powerOf(step))} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const ChangeList = ({ changes, reader }: { changes: readonly Change[]; reader: FigureReader }) => {
  const send = useSendCommand();
  const [busy, setBusy] = useState<string>();
  const isAvailable = useIsAvailable();
  const apply = async ({ code, commands }: Change) => {
    setBusy(code);
    for (const command of commands) {
      const [name, body] = Object.entries(command)[0]!;
      if (!(await send(name as CommandName, body))) break;
    }
    setBusy(undefined);
  };
  const canDo = ({ commands }: Change) =>
    commands.length > 0 && commands.every((command) => isAvailable(Object.keys(command)[0]!));
  return (
    <section aria-labelledby="explain-changes">
      <h3 id="explain-changes">{t('explain.changes')}</h3>
      <ul className="explain__changes">
        {changes.map((change) => (
          <li key={change.code}>
            <p>{describeChange(change, reader)}</p>
            {canDo(change) && (
              <ActionButton variant="small" isBusy={busy === change.code} onPress={() => void apply(change)}>
                {t('explain.do')}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

const ExplainedSheet = ({
  page,
  kind,
  index,
}: {
  page: HousePageName;
  kind: ComponentKind;
  index: number;
}) => {
  const scale = useScale();
  const reader = { scale, timeZone: useTimeZone() };
  const found = useExplanation(kind, index);
  if (found === undefined) return null;
  const { name, status, steps, changes } = found.explanation;
  return (
    <Sheet
      title={kind === 'unit' ? t('explain.unitTitle') : t('explain.openFor', { name })}
      isOpen
      onClose={() => navigate(page)}
    >
      <p className="explain__status" data-activity={status.activity}>
        {describeStatus(status, scale).sentence}
      </p>
      <section aria-labelledby="explain-steps">
        <h3 id="explain-steps">{t('explain.steps')}</h3>
        <ol className="explain__steps">
          {steps
            .filter((step) => !isSource(step))
            .map((step) => (
              <li key={step.code}>{describeStep(step, reader)}</li>
            ))}
        </ol>
        {found.isWhole === false && <p className="quiet small">{t('explain.notKnown')}</p>}
      </section>
      {/** The changes are shown only after the bridge has added its steps (such as heat), which would otherwise push them away from the reader's finger. */}
      {found.isWhole !== undefined && <ChangeList changes={changes} reader={reader} />}
      <HeatList steps={steps} reader={reader} />
    </Sheet>
  );
};

/** Shows the reasons for the state of a room or unit, and the changes that would alter it. */
export const ExplainSheet = ({
  page,
  of: [kind = '', index = '0'],
}: {
  page: HousePageName;
  of: readonly string[];
}) => (isExplained(kind) ? <ExplainedSheet page={page} kind={kind} index={Number(index)} /> : null);
