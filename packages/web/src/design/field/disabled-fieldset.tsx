import { createContext, type ReactNode, useContext } from 'react';
import './disabled-fieldset.css';

const Context = createContext(false);

/** True for controls in a disabled fieldset, for controls that are not form elements. */
export const useIsFieldsetDisabled = (): boolean => useContext(Context);

/** A fieldset whose controls show their values but cannot be changed. Links in it still work. */
export const DisabledFieldset = ({ children }: { children: ReactNode }) => (
  <fieldset className="disabled-fieldset" disabled>
    <Context.Provider value={true}>{children}</Context.Provider>
  </fieldset>
);
