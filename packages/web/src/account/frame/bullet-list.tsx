export const BulletList = ({ sentences }: { sentences: readonly string[] }) => (
  <ul className="bullet-list">
    {sentences.map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);
