import type { TariffAnswer } from '@plenum/insight/energy';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { clearIfUnchanged } from '../../definition/clear-draft.ts';
import { DisabledFieldset } from '../../design/field/disabled-fieldset.tsx';
import { FormError } from '../../design/field/form-error.tsx';
import { TextField } from '../../design/field/text-field.tsx';
import { isRequestError } from '../../live/server-client.ts';
import { type TariffDraft, toTariff, toTariffDraft } from '../../reading/energy/tariff-draft.ts';
import { t } from '../../text/text.ts';
import { useHouseContext, useMayWrite } from '../house-context.tsx';

const path = '/energy/tariff';
const key = ['energy', 'tariff'];

const maxPrices = 12;

interface PricesProps {
  readonly draft: TariffDraft;
  readonly onChange: (draft: TariffDraft) => void;
}

const Prices = ({ draft, onChange }: PricesProps) => {
  const { prices } = draft;
  const set = (id: number, change: object) =>
    onChange({ ...draft, prices: prices.map((one) => (one.id === id ? { ...one, ...change } : one)) });
  return (
    <>
      {prices.map(({ id, from, price }, place) => (
        <div key={id} className="tariff__row">
          <TextField
            label={t('energy.priceFrom', { number: place + 1 })}
            value={from}
            maxLength={5}
            onChange={(to) => set(id, { from: to })}
          />
          <TextField
            label={t('energy.pricePerKwh', { number: place + 1 })}
            value={price}
            maxLength={10}
            onChange={(to) => set(id, { price: to })}
          />
          <Button
            className="button button--small"
            aria-label={t('energy.removePrice', { number: place + 1 })}
            isDisabled={prices.length === 1}
            onPress={() => onChange({ ...draft, prices: prices.filter((one) => one.id !== id) })}
          >
            {t('common.remove')}
          </Button>
        </div>
      ))}
      <Button
        className="button button--small"
        isDisabled={prices.length >= maxPrices}
        onPress={() => {
          const id = Math.max(...prices.map((one) => one.id)) + 1;
          onChange({ ...draft, prices: [...prices, { id, from: '', price: '' }] });
        }}
      >
        {t('energy.addPrice')}
      </Button>
    </>
  );
};

/** A form for the tariff that the bridge stores: prices by time of day and a feed-in price. */
export function TariffForm() {
  const { client } = useHouseContext();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: key,
    queryFn: async () => (await client.get(path)) as TariffAnswer,
  });
  const [edited, edit] = useState<TariffDraft>();
  const [error, setError] = useState<string>();
  const [isSaved, setSaved] = useState(false);
  const mayWrite = useMayWrite(path);
  if (data === undefined) return null;
  const draft = edited ?? toTariffDraft(data);
  const change = (to: TariffDraft) => {
    edit(to);
    setSaved(false);
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const refused = await client.post(path, toTariff(draft));
    const why = isRequestError(refused) ? refused.sentence : undefined;
    setError(why);
    setSaved(why === undefined);
    if (why !== undefined) return;
    await queries.invalidateQueries({ queryKey: ['energy'] });
    edit(clearIfUnchanged(edited));
  };
  const form = (
    <form className="tariff" onSubmit={(event) => void save(event)}>
      <div className="tariff__row">
        <TextField
          label={t('energy.currency')}
          hint={t('energy.currencyHint')}
          value={draft.currency}
          maxLength={3}
          onChange={(currency) => change({ ...draft, currency })}
        />
        <TextField
          label={t('energy.feedIn')}
          value={draft.feedIn}
          maxLength={10}
          onChange={(feedIn) => change({ ...draft, feedIn })}
        />
      </div>
      <Prices draft={draft} onChange={change} />
      <FormError sentence={error} />
      <div className="panel__row">
        <Button type="submit" className="button button--main">
          {t('energy.savePrices')}
        </Button>
        <span role="status">{isSaved && edited === undefined && t('energy.saved')}</span>
      </div>
    </form>
  );
  return (
    <section className="panel card" aria-labelledby="tariff-title">
      <h2 id="tariff-title">{t('energy.tariff')}</h2>
      <p className="quiet small">{data.isSet ? t('energy.tariffHelp') : t('energy.tariffUnset')}</p>
      {!mayWrite && <p className="quiet small">{t('energy.tariffNotYours')}</p>}
      {mayWrite ? form : <DisabledFieldset>{form}</DisabledFieldset>}
    </section>
  );
}
