import { createContext, type ReactNode, useContext } from 'react';
import './disabled-fieldset.css';

const Context = createContext(false);

/** Whether a control is in a fieldset that is disabled: for controls that are no elements of a form. */
export const useIsFieldsetDisabled = (): boolean => useContext(Context);

/** A fieldset whose controls show what is, and change nothing. Links in it work. */
export const DisabledFieldset = ({ children }: { children: ReactNode }) => (
  <fieldset className="disabled-fieldset" disabled>
    <Context.Provider value={true}>{children}</Context.Provider>
  </fieldset>
);
