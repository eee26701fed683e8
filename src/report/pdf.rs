//! Pictures in SVG as pages of a PDF. This is the only file that uses pdf-writer.
//!
//! resvg reduces an SVG to paths with one fill and one stroke each, which is nearly the form of a PDF.
//! General converters also support text, filters and masks, and bring their own SVG parser. Our pictures have
//! none of these. Any other element is an error, and is not silently left out.

use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::types::{ColorSpaceOperand, LineCapStyle, LineJoinStyle, PaintType, TilingType};
use pdf_writer::{Chunk, Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{PathSegment, Point, Transform};
use resvg::usvg::{self, Fill, FillRule, Group, LineCap, LineJoin, Node, Options, Paint, Stroke, Tree};

/// The points in a pixel: 72 points and 96 pixels are an inch.
const POINTS: f32 = 0.75;
/// The compression level of pages, at most 10.
const COMPRESSION: u8 = 7;

/// The reasons why there is no document.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// The text is not SVG.
    #[error("not a valid SVG picture: {0}")]
    Svg(#[from] usvg::Error),
    /// The SVG has an element that our pictures do not use.
    #[error("a picture with {0}, which is not written as PDF")]
    Unknown(&'static str),
}

/// Creates a document with one page for each picture, as large as the picture.
///
/// # Errors
/// Returns an error if the text is not SVG, or if it has images, gradients, masks or filters.
pub fn pdf(pages: &[String], title: &str) -> Result<Vec<u8>, PdfError> {
    let mut document = Document { next: Ref::new(1), objects: Chunk::new() };
    let (catalog, tree, info) = (document.bump(), document.bump(), document.bump());
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("armistice"));
    let mut kids = Vec::new();
    for svg in pages {
        kids.push(document.page(svg, tree)?);
    }
    let number = i32::try_from(kids.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(kids).count(number);
    pdf.extend(&document.objects);
    Ok(pdf.finish())
}

struct Document {
    next: Ref,
    objects: Chunk,
}

impl Document {
    fn bump(&mut self) -> Ref {
        self.next.bump()
    }

    /// Adds a page, and returns its number.
    fn page(&mut self, svg: &str, parent: Ref) -> Result<Ref, PdfError> {
        let tree = Tree::from_str(svg, &Options::default())?;
        let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
        // In a PDF y grows upwards.
        let upright = Transform::from_row(POINTS, 0.0, 0.0, -POINTS, 0.0, height);
        let mut drawing = Drawing::new(upright);
        drawing.group(self, tree.root())?;
        let contents = self.stream(&drawing.content.finish());
        let page = self.bump();
        let mut written = self.objects.page(page);
        written.parent(parent).media_box(Rect::new(0.0, 0.0, width, height)).contents(contents);
        let mut resources = written.resources();
        resources.patterns().pairs(drawing.patterns.iter().map(|(name, at)| (Name(name.as_bytes()), *at)));
        resources
            .ext_g_states()
            .pairs(drawing.alphas.iter().map(|(name, _, at)| (Name(name.as_bytes()), *at)));
        resources.finish();
        written.finish();
        Ok(page)
    }

    fn stream(&mut self, content: &[u8]) -> Ref {
        let number = self.bump();
        let compressed = compress_to_vec_zlib(content, COMPRESSION);
        self.objects.stream(number, &compressed).filter(Filter::FlateDecode);
        number
    }
}

/// The content of a page, and the objects that it refers to.
struct Drawing {
    content: Content,
    /// The map from the coordinates of the SVG to those of the page.
    upright: Transform,
    patterns: Vec<(String, Ref)>,
    /// The opacities of fills and strokes.
    alphas: Vec<(String, (f32, f32), Ref)>,
}

impl Drawing {
    fn new(upright: Transform) -> Self {
        Self { content: Content::new(), upright, patterns: Vec::new(), alphas: Vec::new() }
    }

    fn group(&mut self, document: &mut Document, group: &Group) -> Result<(), PdfError> {
        if group.opacity().get() < 1.0 || group.clip_path().is_some() || group.mask().is_some() {
            return Err(PdfError::Unknown("a clipped or translucent group"));
        }
        if !group.filters().is_empty() {
            return Err(PdfError::Unknown("a filter"));
        }
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(document, group)?,
                Node::Path(path) if path.is_visible() => self.path(document, path)?,
                Node::Path(_) => {}
                Node::Image(_) => return Err(PdfError::Unknown("an image")),
                Node::Text(_) => return Err(PdfError::Unknown("text")),
            }
        }
        Ok(())
    }

    fn path(&mut self, document: &mut Document, path: &usvg::Path) -> Result<(), PdfError> {
        let to_page = self.upright.pre_concat(path.abs_transform());
        self.content.save_state();
        let alpha = |opacity: Option<usvg::Opacity>| opacity.map_or(1.0, usvg::Opacity::get);
        self.set_alpha(
            document,
            (alpha(path.fill().map(Fill::opacity)), alpha(path.stroke().map(Stroke::opacity))),
        );
        // A pattern has its place on the page, even if the path is moved.
        match path.fill().map(Fill::paint) {
            None => {}
            Some(Paint::Color(colour)) => {
                let [red, green, blue] = shares(*colour);
                self.content.set_fill_rgb(red, green, blue);
            }
            Some(Paint::Pattern(pattern)) => {
                let name = self.pattern(document, pattern, to_page)?;
                self.content.set_fill_color_space(ColorSpaceOperand::Pattern);
                self.content.set_fill_pattern(None, Name(name.as_bytes()));
            }
            Some(_) => return Err(PdfError::Unknown("a gradient")),
        }
        if let Some(stroke) = path.stroke() {
            self.set_stroke(stroke)?;
        }
        self.content.transform(matrix(to_page));
        trace(&mut self.content, path.data().segments());
        let is_even_odd = path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
        match (path.fill(), path.stroke(), is_even_odd) {
            (None, None, _) => self.content.end_path(),
            (None, Some(_), _) => self.content.stroke(),
            (Some(_), None, false) => self.content.fill_nonzero(),
            (Some(_), None, true) => self.content.fill_even_odd(),
            (Some(_), Some(_), false) => self.content.fill_nonzero_and_stroke(),
            (Some(_), Some(_), true) => self.content.fill_even_odd_and_stroke(),
        };
        self.content.restore_state();
        Ok(())
    }

    fn set_stroke(&mut self, stroke: &Stroke) -> Result<(), PdfError> {
        let Paint::Color(colour) = stroke.paint() else {
            return Err(PdfError::Unknown("a patterned stroke"));
        };
        let [red, green, blue] = shares(*colour);
        self.content.set_stroke_rgb(red, green, blue).set_line_width(stroke.width().get());
        self.content.set_miter_limit(stroke.miterlimit().get());
        self.content.set_line_cap(match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        });
        self.content.set_line_join(match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        });
        if let Some(dashes) = stroke.dasharray() {
            self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
        Ok(())
    }

    fn set_alpha(&mut self, document: &mut Document, alpha: (f32, f32)) {
        if alpha == (1.0, 1.0) {
            return;
        }
        let known = self.alphas.iter().position(|known| known.1 == alpha).unwrap_or_else(|| {
            let number = document.bump();
            document.objects.ext_graphics(number).non_stroking_alpha(alpha.0).stroking_alpha(alpha.1);
            self.alphas.push((format!("a{}", self.alphas.len()), alpha, number));
            self.alphas.len() - 1
        });
        self.content.set_parameters(Name(self.alphas[known].0.as_bytes()));
    }

    /// Returns the name of a pattern, which is defined where it is used.
    fn pattern(
        &mut self,
        document: &mut Document,
        pattern: &usvg::Pattern,
        to_page: Transform,
    ) -> Result<String, PdfError> {
        let rect = pattern.rect();
        let mut tile = Self::new(Transform::identity());
        tile.group(document, pattern.root())?;
        if !tile.patterns.is_empty() || !tile.alphas.is_empty() {
            return Err(PdfError::Unknown("a pattern in a pattern"));
        }
        let to_page = to_page.pre_concat(pattern.transform()).pre_translate(rect.x(), rect.y());
        let number = document.bump();
        let content = tile.content.finish();
        let mut written = document.objects.tiling_pattern(number, &content);
        written.paint_type(PaintType::Colored).tiling_type(TilingType::ConstantSpacing);
        written.bbox(Rect::new(0.0, 0.0, rect.width(), rect.height()));
        written.x_step(rect.width()).y_step(rect.height()).matrix(matrix(to_page));
        written.resources().finish();
        written.finish();
        let name = format!("p{}", self.patterns.len());
        self.patterns.push((name.clone(), number));
        Ok(name)
    }
}

fn matrix(transform: Transform) -> [f32; 6] {
    [transform.sx, transform.ky, transform.kx, transform.sy, transform.tx, transform.ty]
}

fn shares(colour: usvg::Color) -> [f32; 3] {
    [colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)
}

/// Adds the segments of a path. A PDF has no quadratic curves.
fn trace(content: &mut Content, segments: impl Iterator<Item = PathSegment>) {
    let mut last = Point::zero();
    for segment in segments {
        match segment {
            PathSegment::MoveTo(to) => {
                content.move_to(to.x, to.y);
                last = to;
            }
            PathSegment::LineTo(to) => {
                content.line_to(to.x, to.y);
                last = to;
            }
            PathSegment::QuadTo(by, to) => {
                let towards =
                    |end: Point| (end.x + (by.x - end.x) * 2.0 / 3.0, end.y + (by.y - end.y) * 2.0 / 3.0);
                let ((x1, y1), (x2, y2)) = (towards(last), towards(to));
                content.cubic_to(x1, y1, x2, y2, to.x, to.y);
                last = to;
            }
            PathSegment::CubicTo(first, second, to) => {
                content.cubic_to(first.x, first.y, second.x, second.y, to.x, to.y);
                last = to;
            }
            PathSegment::Close => {
                content.close_path();
            }
        }
    }
}
