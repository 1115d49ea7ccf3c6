/** Categories are few, each with many services. */
const most = 1_000;

/** The function with its latest answers kept: for texts that come again and again, such as those of categories. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const found = answer(text);
    known.set(text, found);
    return found;
  };
}
