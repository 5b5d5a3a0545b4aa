import { ActButton } from '../../design/act-button.tsx';
import { Problem } from '../../design/problem.tsx';
import { useChange } from '../context.tsx';
import { type Asking, toAskingWords } from './pairing.ts';

interface PairConfirmProps {
  readonly asking: Asking;
  readonly onAllowed: () => void;
  readonly onBack: () => void;
}

/** Says what is asked for, and asks whether it is the bridge its owner sees (RFC 8628, 5.4: somebody else's code may be planted). */
export const PairConfirm = ({ asking, onAllowed, onBack }: PairConfirmProps) => {
  const { code, address } = asking;
  const { who, wish, question, yes } = toAskingWords(asking);
  const allow = useChange('/console/pairings/allow');
  const refuse = useChange('/console/pairings/refuse');
  return (
    <div className="form">
      <div className="pair__who">
        <p className="pair__name num">{who}</p>
        <p className="quiet">
          {wish}
          {address !== undefined && <span className="num">, from {address}</span>}.
        </p>
        <output className="pair__shown" aria-label="Its code">
          {code}
        </output>
      </div>
      <p>{question}</p>
      <Problem sentence={(allow.refusal ?? refuse.refusal)?.sentence} />
      <div className="dialog__choices">
        <ActButton
          look="usual"
          isBusy={refuse.isBusy}
          onPress={async () => {
            if ((await refuse.run({ code })) !== undefined) onBack();
          }}
        >
          No, refuse it
        </ActButton>
        <ActButton
          isBusy={allow.isBusy}
          onPress={async () => {
            if ((await allow.run({ code })) !== undefined) onAllowed();
          }}
        >
          {yes}
        </ActButton>
      </div>
    </div>
  );
};
