const shapes = {
  search: 'M11 4.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M15.8 15.8 20 20',
  close: 'm6.5 6.5 11 11m0-11-11 11',
  verified: 'm7.5 12.5 3 3 6-6.5',
  unverified: 'M8 12h8',
  inactive: 'm8.5 8.5 7 7m0-7-7 7',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  copy: 'M9 9h10v11H9zM5 15.5V4h10',
  back: 'm11 6-6 6 6 6M5 12h14',
  filters: 'M4 7h16M7 12h10M10 17h4',
};

/** A decorative 24 by 24 line icon: the text beside it carries the meaning. */
export function Icon({ name }: { name: keyof typeof shapes }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[name]} />
    </svg>
  );
}
