/** A newly issued key, in a region that screen readers announce. */
export function IssuedKey({
  issued,
  told,
}: {
  issued: { name: string; key: string } | undefined;
  told: (name: string) => string;
}) {
  return (
    <div role="status">
      {issued && (
        <p class="done">
          {told(issued.name)} <code>{issued.key}</code>
        </p>
      )}
    </div>
  );
}
