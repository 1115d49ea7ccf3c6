import type { ComponentChildren } from 'preact';

// A scrollable element must be focusable, otherwise it can only be scrolled with a mouse.
const focusable = 0;

interface Figures {
  label: string;
  columns: readonly ComponentChildren[];
  /** The first cell of each row is its header. */
  rows: readonly (readonly ComponentChildren[])[];
  /** Shown if there are no rows. */
  none?: string;
}

/** The figures of a chart, folded away at first. */
export const FoldedTable = ({ title, ...figures }: Figures & { title: string }) => (
  <details>
    <summary>
      {title}: {figures.label}
    </summary>
    <FiguresTable {...figures} />
  </details>
);

/** A table that scrolls if it does not fit. */
export function FiguresTable({ label, columns, rows, none }: Figures) {
  if (none !== undefined && rows.length === 0) return <p>{none}</p>;
  return (
    <section class="scrolls" aria-label={label} tabIndex={focusable}>
      <table>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <th key={place} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([head, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{head}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
