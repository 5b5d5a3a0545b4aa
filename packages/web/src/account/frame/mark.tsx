/** Three streams of air, cool to warm. It says nothing that the name beside it does not. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
    <path className="mark__cool" d="M4 10c5-5 9 4 14-1 2-2 1-5-2-5" />
    <path className="mark__mild" d="M4 17c5-5 10 4 16-1 4-3 8-1 8 2" />
    <path className="mark__warm" d="M4 24c5-5 9 4 14-1 4-4 9 1 6 5" />
  </svg>
);
