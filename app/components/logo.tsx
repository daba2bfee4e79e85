export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <path
        className="brand__a"
        fillRule="evenodd"
        d="M15.15 0.05L10.5 0.44L6.86 2.52L5.18 6.28L5.03 11.44L5.55 16.78L7.31 21.78L10.91 25.24L15.15 26.55ZM12.97 9.29L11.21 7.57L9.05 7.66L7.56 9.22L9.32 10.68L11.35 10.68Z"
      />
      <path
        className="brand__b"
        fillRule="evenodd"
        d="M16.85 4.65L21.5 5.04L25.14 7.12L26.82 10.88L26.97 16.04L26.45 21.38L24.69 26.38L21.09 29.84L16.85 31.15ZM19.03 13.89L20.79 12.17L22.95 12.26L24.44 13.82L22.68 15.27L20.65 15.27Z"
      />
    </svg>
  );
}
