//! Tools whose arguments and results are types of your own.

/// A row for each revision: what a result needs before its content, and whether it has structured
/// content.
macro_rules! tools {
    ($(#[cfg $gate:tt] $module:ident $first:tt $($structured:ident)?;)*) => {$(
        #[cfg $gate]
        impl crate::$module::CallToolRequestParams {
            /// Reads the arguments as a type of your own. Where there are none, `{}` is read: absent
            /// means the same.
            ///
            /// # Errors
            ///
            /// They do not fit: the error's path begins with `arguments`. It belongs into a result
            /// (`CallToolResult::failed`), where a model sees it and may do better (server/tools,
            /// error handling).
            pub fn arguments_as<'a, T>(&'a self) -> Result<T, crate::Error>
            where
                T: serde_core::Deserialize<'a>,
            {
                let arguments = self.arguments.as_ref();
                let text = arguments.map_or("{}", crate::JsonObject::as_str);
                crate::from_str(text).map_err(|error| error.inside("arguments"))
            }
        }

        #[cfg(feature = "schemars")]
        #[cfg $gate]
        impl crate::$module::ToolInputSchema {
            /// The schema of a type of your own.
            ///
            /// # Errors
            ///
            /// The type is no object in JSON.
            pub fn of<T: schemars::JsonSchema>() -> Result<Self, crate::Error> {
                let settings = schemars::generate::SchemaSettings::default();
                crate::schemas::of::<T, Self>(settings.for_deserialize())
            }
        }

        #[cfg(feature = "schemars")]
        #[cfg $gate]
        impl crate::$module::Tool {
            /// A tool whose arguments are a type of your own, as `CallToolRequestParams::arguments_as`
            /// reads them.
            ///
            /// # Errors
            ///
            /// The type is no object in JSON.
            pub fn from_schema<T: schemars::JsonSchema>(
                name: impl Into<alloc::string::String>,
            ) -> Result<Self, crate::Error> {
                Ok(Self::new(name, crate::$module::ToolInputSchema::of::<T>()?))
            }
        }

        #[cfg $gate]
        impl crate::$module::CallToolResult {
            /// A failure of the tool, in words for the model: one text block, and `isError`.
            pub fn failed(why: impl Into<alloc::string::String>) -> Self {
                tools!(text $module $first crate::$module::TextContent::new(why))
                    .with_is_error(true)
            }

            $(tools!($structured $module $first);)?
        }

        $(
            #[cfg(feature = "schemars")]
            #[cfg $gate]
            tools!(output $structured $module);
        )?
    )*};
    (output structured $module:ident) => {
        impl crate::$module::ToolOutputSchema {
            /// The schema of a type of your own, as `CallToolResult::structured` writes it.
            ///
            /// # Errors
            ///
            /// The type is no object in JSON, and the revision demands one (up to 2025-11-25).
            pub fn of<T: schemars::JsonSchema>() -> Result<Self, crate::Error> {
                let settings = schemars::generate::SchemaSettings::default();
                crate::schemas::of::<T, Self>(settings.for_serialize())
            }
        }
    };
    (text $module:ident($($first:expr)?) $text:expr) => {
        Self::new($($first,)? [crate::$module::ContentBlock::from($text)])
    };
    (structured $module:ident $first:tt) => {
        /// A result whose structured content is a value of your own. The same stands in a text
        /// block, as servers SHOULD do for clients that do not read structured content
        /// (server/tools, structured content).
        ///
        /// # Errors
        ///
        /// The value can't be written as JSON, or as no object where the revision demands one (up
        /// to 2025-11-25).
        pub fn structured<T>(value: &T) -> Result<Self, crate::Error>
        where
            T: serde_core::Serialize + ?Sized,
        {
            let json = crate::Json::from_serialize(value)?;
            let text = crate::$module::TextContent::new(json.as_str());
            let content = json.as_str().parse();
            let content = content.map_err(|error: crate::Error| error.inside("structuredContent"))?;
            let mut result = tools!(text $module $first text);
            result.structured_content = Some(content);
            Ok(result)
        }

        /// Reads the structured content as a type of your own; `None` where there is none.
        ///
        /// # Errors
        ///
        /// It does not fit: the error's path begins with `structuredContent`.
        pub fn structured_as<'a, T>(&'a self) -> Result<Option<T>, crate::Error>
        where
            T: serde_core::Deserialize<'a>,
        {
            let Some(content) = &self.structured_content else { return Ok(None) };
            let read = crate::from_str(content.as_str());
            read.map(Some).map_err(|error| error.inside("structuredContent"))
        }
    };
}

tools! {
    #[cfg(feature = "v2024_11_05")] v2024_11_05();
    #[cfg(feature = "v2025_03_26")] v2025_03_26();
    #[cfg(feature = "v2025_06_18")] v2025_06_18() structured;
    #[cfg(feature = "v2025_11_25")] v2025_11_25() structured;
    #[cfg(feature = "v2026_07_28")] v2026_07_28(crate::v2026_07_28::ResultType::Complete) structured;
    #[cfg(feature = "draft")] draft(crate::draft::ResultType::Complete) structured;
    #[cfg(feature = "convert")] model() structured;
}

/// A revision without a row above does not compile.
macro_rules! rows {
    (
        released { $($feature:literal $_name:ident $module:ident $_text:literal $_doc:literal;)* }
        drafts { $($draft:literal $_dname:ident $dmodule:ident $_dtext:literal $_ddoc:literal;)* }
    ) => {
        $(
            #[cfg(feature = $feature)]
            const _: fn(&'static str) -> crate::$module::CallToolResult =
                crate::$module::CallToolResult::failed;
        )*
        $(
            #[cfg(feature = $draft)]
            const _: fn(&'static str) -> crate::$dmodule::CallToolResult =
                crate::$dmodule::CallToolResult::failed;
        )*
    };
}

crate::generated::for_each_revision!(rows);
