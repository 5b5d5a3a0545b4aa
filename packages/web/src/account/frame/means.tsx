/** What something means, a sentence each. */
export const Means = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="means">
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
