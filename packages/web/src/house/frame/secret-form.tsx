import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Icon } from '../../design/icon.tsx';

interface SecretFormProps {
  readonly title: string;
  readonly help: string;
  /** True if the previous key was wrong; the help then says so. */
  readonly isWrong: boolean;
  readonly label: string;
  readonly autoComplete: 'current-password' | 'off';
  readonly submit: string;
  readonly onSubmit: (key: string) => void;
}

/** A form for one key, shown in place of the content that requires the key. */
export function SecretForm(props: SecretFormProps) {
  const { title, help, isWrong, label, autoComplete, submit, onSubmit } = props;
  const [typed, setTyped] = useState('');
  return (
    <form
      className="key-form card"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(typed.trim());
      }}
    >
      <h2>
        <Icon name="lock" /> {title}
      </h2>
      <p className="quiet" role={isWrong ? 'alert' : undefined}>
        {help}
      </p>
      <label className="field">
        <span className="field__label">{label}</span>
        <input
          className="input"
          type="password"
          autoComplete={autoComplete}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button type="submit" className="button button--main" isDisabled={typed.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
