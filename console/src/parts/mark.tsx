/** Half exposed, half white: the sign of the house. */
export const Mark = () => <img className="mark" src="/console/mark.svg" alt="" width={26} height={26} />;
