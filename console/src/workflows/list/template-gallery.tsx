import { Link } from '@tanstack/react-router';
import { TEMPLATES } from '../templates/templates.ts';

/** The recipes of the cookbook. Each opens in the editor as a new workflow. */
export const TemplateGallery = () => (
  <section className="section" aria-labelledby="templates">
    <h2 id="templates">Templates</h2>
    <ul className="template-gallery">
      {TEMPLATES.map(({ key, title, description, image, draft }) => (
        <li key={key} className="template-card">
          <div className="thumbnail">
            <img src={image} alt="" loading="lazy" />
          </div>
          <div className="template-text">
            <h3>{title}</h3>
            <p>{description}</p>
            <p className="sub">{draft.workflowComponents.length} steps</p>
          </div>
          <Link to="/workflows/new" search={{ template: key }} className="button">
            Use this<span className="hidden"> {title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </section>
);
