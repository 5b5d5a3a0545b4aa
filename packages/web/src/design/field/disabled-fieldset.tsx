import { createContext, type ReactNode, useContext } from 'react';
import './disabled-fieldset.css';

const Context = createContext(false);

/**
 * True inside a disabled fieldset; read by controls that are not form elements, which the fieldset does not disable.
 */
export const useIsFieldsetDisabled = (): boolean => useContext(Context);

/** A fieldset whose controls show their values but cannot be changed. Links in it still work. */
export const DisabledFieldset = ({ children }: { children: ReactNode }) => (
  <fieldset className="disabled-fieldset" disabled>
    <Context.Provider value={true}>{children}</Context.Provider>
  </fieldset>
);
